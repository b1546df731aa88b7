npm install --save-dev eslint-plugin-agent-safety eslint typescript@6
npx tsc --init # if there is no tsconfig.json yet
