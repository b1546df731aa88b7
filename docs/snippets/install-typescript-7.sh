npm install --save-dev eslint-plugin-agent-safety eslint typescript@7
