npm install --save-dev eslint-plugin-agent-safety oxlint typescript@7
