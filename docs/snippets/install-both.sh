npm install --save-dev typescript@npm:@typescript/typescript6@6 typescript-7@npm:typescript@7
npm install --save-dev eslint-plugin-agent-safety eslint
