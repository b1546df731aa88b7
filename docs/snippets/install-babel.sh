npm install --save-dev eslint@9 @babel/core@7 @babel/eslint-parser@7 @babel/preset-typescript@7
