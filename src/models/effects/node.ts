import type { Sink } from './effect.ts';

/**
 * Node's own modules, and what the language itself runs code with. Read from `@types/node` 20.19; a function that newer
 * versions add counts where it has an old name.
 *
 * `mkdtemp` is left out: a folder with an unknown name is scratch space. A `Worker` counts only with `eval`, else it runs
 * a file of the program.
 */
const fs = ['node:fs', 'node:fs/promises'] as const;
const path = { is: 'path', argument: 0 } as const;
const destination = { is: 'path', argument: 1 } as const;
const command = { is: 'command', argument: 0 } as const;

/** What `spawn` and its like give. */
export const childProcess = { packages: ['node:child_process'], names: ['ChildProcess'] } as const;

export const nodeSinks = [
  {
    of: {
      packages: fs,
      names: [
        ...['appendFile', 'appendFileSync', 'writeFile', 'writeFileSync', 'createWriteStream'],
        ...['write', 'writeSync', 'writev', 'writevSync', 'truncate', 'truncateSync', 'ftruncate', 'ftruncateSync'],
      ],
    },
    effect: 'write',
    store: 'file',
    target: path,
  },
  // What a file contains stays.
  {
    of: {
      packages: fs,
      names: [
        ...['chmod', 'chmodSync', 'fchmod', 'fchmodSync', 'lchmod'],
        ...['chown', 'chownSync', 'fchown', 'fchownSync', 'lchown', 'lchownSync'],
        ...['utimes', 'utimesSync', 'futimes', 'futimesSync', 'lutimes', 'lutimesSync'],
      ],
    },
    effect: 'write',
    store: 'entries',
    target: path,
  },
  {
    of: { packages: fs, names: ['link', 'linkSync', 'symlink', 'symlinkSync'] },
    effect: 'write',
    store: 'link',
    target: destination,
  },
  {
    of: {
      packages: fs,
      names: ['copyFile', 'copyFileSync', 'cp', 'cpSync', 'rename', 'renameSync'],
    },
    effect: 'write',
    store: 'file',
    target: destination,
  },
  { of: { packages: fs, names: ['mkdir', 'mkdirSync'] }, effect: 'write', store: 'folder' },
  {
    of: { packages: fs, names: ['rm', 'rmSync', 'rmdir', 'rmdirSync', 'unlink', 'unlinkSync'] },
    effect: 'delete',
    target: path,
  },
  {
    of: {
      packages: fs,
      names: [
        ...['readFile', 'readFileSync', 'createReadStream', 'openAsBlob', 'readdir', 'readdirSync'],
        ...['read', 'readSync', 'readv', 'readvSync', 'opendir', 'opendirSync', 'readlink', 'readlinkSync'],
      ],
    },
    effect: 'read-private',
    target: path,
  },
  {
    of: { packages: ['node:fs/promises'], names: ['FileHandle'] },
    methods: ['appendFile', 'createWriteStream', 'truncate', 'write', 'writeFile', 'writev'],
    effect: 'write',
    store: 'file',
    target: { is: 'path', argument: 'receiver' },
  },
  {
    of: { packages: ['node:fs/promises'], names: ['FileHandle'] },
    methods: ['chmod', 'chown', 'utimes'],
    effect: 'write',
    store: 'entries',
    target: { is: 'path', argument: 'receiver' },
  },
  {
    of: { packages: ['node:fs/promises'], names: ['FileHandle'] },
    methods: ['createReadStream', 'read', 'readFile', 'readLines', 'readv'],
    effect: 'read-private',
    target: { is: 'path', argument: 'receiver' },
  },
  {
    of: {
      packages: ['node:child_process'],
      names: ['execFile', 'execFileSync', 'spawn', 'spawnSync', 'fork'],
    },
    effect: 'execute',
    target: command,
  },
  {
    of: { packages: ['node:child_process'], names: ['exec', 'execSync'] },
    effect: 'execute',
    target: command,
    runs: 'shell',
  },
  {
    of: { packages: ['node:worker_threads'], names: ['Worker'] },
    effect: 'execute',
    when: { argument: 1, property: 'eval', firstWord: ['TRUE'] },
    target: command,
    runs: 'code',
  },
  {
    of: {
      packages: ['node:vm'],
      names: ['runInContext', 'runInNewContext', 'runInThisContext', 'compileFunction'],
    },
    effect: 'execute',
    target: command,
    runs: 'code',
  },
  {
    of: { packages: ['node:vm'], names: ['Script'] },
    methods: ['runInContext', 'runInNewContext', 'runInThisContext'],
    effect: 'execute',
    runs: 'code',
  },
  {
    of: { packages: ['typescript'], names: ['eval', 'Function', 'FunctionConstructor'] },
    effect: 'execute',
    isCode: true,
    runs: 'code',
  },
  { of: { packages: ['node:process'], names: ['Process'] }, methods: ['kill'], effect: 'write', label: 'process' },
  { of: { packages: ['node:dgram'], names: ['Socket'] }, methods: ['send'], effect: 'egress' },
  { of: { packages: ['node:net', 'node:tls'], names: ['connect', 'createConnection'] }, effect: 'egress' },
] as const satisfies readonly Sink[];

/** Packages around Node's modules. Read from fs-extra 11, rimraf 6, del 8, execa 9, zx 8, simple-git 4 and bun-types 1.4. */
export const nodePackageSinks = [
  {
    of: {
      packages: ['fs-extra'],
      names: [
        ...['appendFile', 'writeFile', 'outputFile', 'outputFileSync', 'writeJson', 'writeJSON', 'outputJson'],
        ...['writeJsonSync', 'outputJsonSync', 'truncate'],
      ],
    },
    effect: 'write',
    store: 'file',
    target: path,
    label: 'fs',
  },
  {
    of: {
      packages: ['fs-extra'],
      names: ['copy', 'copySync', 'move', 'moveSync', 'rename', 'copyFile'],
    },
    effect: 'write',
    store: 'file',
    target: destination,
    label: 'fs',
  },
  {
    of: { packages: ['fs-extra'], names: ['chmod', 'chown', 'utimes'] },
    effect: 'write',
    store: 'entries',
    target: path,
    label: 'fs',
  },
  {
    of: { packages: ['fs-extra'], names: ['symlink', 'link', 'ensureLink', 'ensureSymlink'] },
    effect: 'write',
    store: 'link',
    target: destination,
    label: 'fs',
  },
  {
    of: {
      packages: ['fs-extra'],
      names: ['ensureDir', 'ensureDirSync', 'ensureFile', 'ensureFileSync', 'mkdir', 'mkdirp', 'mkdirs', 'mkdirpSync'],
    },
    effect: 'write',
    store: 'folder',
    label: 'fs',
  },
  {
    of: {
      packages: ['fs-extra'],
      names: ['remove', 'removeSync', 'emptyDir', 'emptyDirSync', 'emptydir'],
    },
    effect: 'delete',
    isWhole: true,
    target: path,
    label: 'fs',
  },
  { of: { packages: ['fs-extra'], names: ['rm', 'rmdir', 'unlink'] }, effect: 'delete', target: path, label: 'fs' },
  {
    of: {
      packages: ['fs-extra'],
      names: [
        ...['readFile', 'readFileSync', 'createReadStream', 'readdir', 'readdirSync'],
        ...['readJson', 'readJSON', 'readJsonSync', 'readJSONSync'],
      ],
    },
    effect: 'read-private',
    target: path,
    label: 'fs',
  },
  {
    of: { packages: ['rimraf'], names: ['rimraf', 'rimrafSync', 'sync', 'native', 'moveRemove', 'windows', 'posix'] },
    effect: 'delete',
    isWhole: true,
    target: path,
  },
  {
    of: { packages: ['del'], names: ['deleteAsync', 'deleteSync', 'del'] },
    effect: 'delete',
    isWhole: true,
    target: path,
  },
  {
    of: {
      packages: ['execa'],
      names: ['execa', 'execaSync', 'execaCommand', 'execaCommandSync', 'execaNode', '$'],
    },
    effect: 'execute',
    target: command,
    takesOptionsFirst: true,
  },
  // What is put into the template is quoted: it stays one word.
  {
    of: { packages: ['zx', 'bun', 'bun-types'], names: ['$'] },
    effect: 'execute',
    target: command,
    takesOptionsFirst: true,
  },
  {
    of: { packages: ['bun', 'bun-types'], names: ['spawn', 'spawnSync'] },
    effect: 'execute',
    target: command,
    label: 'Bun',
  },
  {
    of: { packages: ['bun', 'bun-types'], names: ['write'] },
    effect: 'write',
    store: 'file',
    target: path,
    label: 'Bun',
  },
  {
    of: { packages: ['cross-spawn'], names: ['spawn', 'sync'] },
    effect: 'execute',
    target: command,
    label: 'cross-spawn',
  },
  {
    of: { packages: ['simple-git'], names: ['SimpleGit', 'SimpleGitFactory'] },
    methods: ['push', 'pushTags'],
    effect: 'write',
    label: 'git',
  },
  {
    of: { packages: ['simple-git'], names: ['SimpleGit', 'SimpleGitFactory'] },
    methods: ['commit', 'merge', 'rebase', 'revert', 'checkout'],
    effect: 'write',
    store: 'repository',
    label: 'git',
  },
  {
    of: { packages: ['simple-git'], names: ['SimpleGit', 'SimpleGitFactory'] },
    methods: ['add', 'addTag', 'stash'],
    effect: 'write',
    store: 'entries',
    label: 'git',
  },
  {
    of: { packages: ['simple-git'], names: ['SimpleGit'] },
    methods: ['raw'],
    effect: 'execute',
    program: 'git',
    label: 'git',
  },
  {
    of: { packages: ['simple-git'], names: ['SimpleGit'] },
    methods: ['clean', 'deleteLocalBranch', 'deleteLocalBranches', 'reset', 'rm'],
    effect: 'delete',
    label: 'git',
  },
] as const satisfies readonly Sink[];
