#!/usr/bin/env node
// The command is in the plugin's package, which has a bin of the same name. Where both are installed, either may be the
// one that is linked: this one runs the other.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const plugin = 'eslint-plugin-agent-safety';
const command = commandOf(plugin);

if (command) {
  await import(pathToFileURL(command).href);
} else {
  console.error(
    `agent-safety: The command is in the package ${plugin}, which is not installed here. Run \`npm install --save-dev ${plugin}\`, then \`npx agent-safety\`.`,
  );
  process.exitCode = 2;
}

function commandOf(name) {
  const require = createRequire(path.join(process.cwd(), 'package.json'));
  try {
    const manifest = require.resolve(`${name}/package.json`);
    return path.join(path.dirname(manifest), require(manifest).bin['agent-safety']);
  } catch {
    return undefined;
  }
}
