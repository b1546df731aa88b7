/**
 * What a call of something whose source is not in the program is taken for. Only in favour of a tool: no name makes one
 * sensitive.
 */

/** Packages that check, compute or talk to a model. */
export const harmlessPackages: readonly string[] = [
  'zod',
  'valibot',
  'arktype',
  'ajv',
  'zod-to-json-schema',
  'ai',
  '@ai-sdk/*',
  '@anthropic-ai/*',
  'openai',
  '@google/genai',
  '@google/adk',
  '@langchain/*',
  'langchain',
  'deepagents',
  '@openai/*',
  '@mastra/*',
  '@modelcontextprotocol/*',
  'fastmcp',
  'dotenv',
  'chalk',
  'picocolors',
  'ora',
  'pino',
  'winston',
  'consola',
  'loglevel',
  'p-limit',
  'p-retry',
  'p-queue',
  'react',
  '@opentelemetry/*',
  'mathjs',
  'expr-eval',
  'decimal.js',
  'bignumber.js',
  'date-fns',
  'dayjs',
  'luxon',
  'uuid',
  'nanoid',
  'cheerio',
  'marked',
  'turndown',
  'js-yaml',
  'yaml',
  'csv-parse',
  'gray-matter',
];

/**
 * Packages whose calls act in a machine or an interpreter that is made for it and thrown away, not where the program runs:
 * as with the hosted containers of an SDK, no approval is needed.
 */
export const sandboxPackages: readonly string[] = [
  'e2b',
  '@e2b/*',
  '@daytonaio/sdk',
  '@daytona/sdk',
  '@vercel/sandbox',
  '@cloudflare/sandbox',
  '@codesandbox/sdk',
  'just-bash',
];

/** What starts or ends a program, whatever it gives: `pty.spawn(…)`, `connection.exec(…)`. */
export const runningMethods: readonly string[] =
  'exec execSync execute executeSync fork kill shell spawn spawnSync'.split(' ');

/** Methods that open or close a connection, and change nothing at its other end. */
export const connectionMethods: readonly string[] = ['connect', 'disconnect', 'close', 'end', 'release'];

/** First words of methods that read or compute, by the usage of the language. */
export const readingWords: readonly string[] = (
  'get list find search read lookup look load fetch count has is can exists retrieve describe show view check compare ' +
  'compute calculate calc parse format convert validate resolve summarize summarise analyze analyse translate embed ' +
  'estimate forecast sleep delay wait tick next recall glob grep ls watch observe status diff stat stats head peek inspect ' +
  'browse echo ping ask'
).split(' ');

/**
 * Those of them that are verbs and nothing else, so that they say what a tool does behind the name of its service too:
 * `notion_get_page`.
 */
export const plainReadingWords: readonly string[] =
  'get list find search read lookup fetch retrieve describe show'.split(' ');

/** Methods that texts, numbers and lists have and hardly anything else: not worth a question to the checker. */
export const methodsOfTexts: readonly string[] = (
  'split slice trim trimStart trimEnd toUpperCase toLowerCase padStart padEnd includes startsWith endsWith join toFixed ' +
  'toISOString toString forEach flatMap reduce charAt charCodeAt indexOf matchAll replaceAll localeCompare filter some every'
).split(' ');

/** Methods of lists, texts, maps and promises, where the type of what they are called on is not known. */
export const builtInMethods: readonly string[] = (
  'map filter push pop shift unshift includes slice splice forEach join find findIndex some every reduce sort concat flat ' +
  'flatMap keys values entries has get set add at trim split replace replaceAll match matchAll toString toLowerCase ' +
  'toUpperCase toFixed toISOString startsWith endsWith padStart padEnd indexOf then catch finally json text all'
).split(' ');

/** Those of {@link builtInMethods} that change what they are called on. */
export const changingMethods: readonly string[] = 'push pop shift unshift splice set add'.split(' ');

/** First words of methods that write to a log. */
export const loggingWords: readonly string[] = 'log debug info warn error trace verbose print report'.split(' ');

/**
 * Words for what a program keeps beside what it is for. Only in favour of a tool, and only for entries of the program's own
 * store.
 */
export const bookkeepingWords: readonly string[] = (
  'log logger logging audit metric metrics telemetry analytic usage cache caching session trace migration history ' +
  'heartbeat skip flag marker checkpoint cursor throttle cooldown lease indexer'
).split(' ');

/** First words of functions that keep a folder or a table from growing. */
export const pruningWords: readonly string[] = 'cleanup evict expire gc prune rotate sweep trim'.split(' ');

/** Of the words for what is kept, the last ones of names of classes that keep what can be made again. */
export const derivedNouns: readonly string[] = ['cache', 'indexer'];

/** Commands that only show something, whatever they are given. */
export const readingCommands: readonly string[] = [
  ...'ls cat pwd echo head tail wc date whoami which grep rg stat du df tree uname id hostname ps uptime free'.split(
    ' ',
  ),
  ...['git status', 'git diff', 'git log', 'git show', 'npm ls', 'npm list', 'npm view', 'npm outdated', 'npm audit'],
  ...['pnpm ls', 'pnpm list', 'pnpm outdated', 'yarn list', 'tsc', 'npx tsc', 'eslint', 'npx eslint'],
  ...[
    'git apply --check',
    'git apply --numstat',
    'git apply --stat',
    'git branch --show-current',
    'git branch --list',
    'git branch --all',
    'git branch -a',
    'git branch -r',
    'git branch -v',
    'git branch -vv',
    'git config --get',
    'git config --list',
    'git ls-tree',
    'git merge-base',
    'git rev-list',
    'git shortlog',
    'git stash list',
    'git tag --list',
    'git tag -l',
    'git worktree list',
    'git remote -v',
    'git rev-parse',
    'git ls-files',
  ],
  ...[
    'git blame',
    'git cat-file',
    'git cherry',
    'git count-objects',
    'git describe',
    'git diff-files',
    'git diff-index',
    'git diff-tree',
    'git for-each-ref',
    'git grep',
    'git ls-remote',
    'git name-rev',
    'git range-diff',
    'git show-branch',
    'git show-ref',
    'git whatchanged',
    'docker ps',
    'docker images',
    'docker inspect',
    'docker logs',
    'docker diff',
    'docker history',
    'docker info',
    'docker port',
    'docker top',
    'docker version',
    'docker stats',
    'docker container inspect',
    'docker container logs',
    'docker container ls',
    'docker container stats',
    'docker container top',
    'docker context ls',
    'docker image history',
    'docker image inspect',
    'docker image ls',
    'docker system df',
    'docker system info',
    'docker compose config',
    'docker compose images',
    'docker compose logs',
    'docker compose ls',
    'docker compose ps',
    'docker compose top',
    'docker compose version',
    'docker network inspect',
    'docker network ls',
    'docker volume inspect',
    'docker volume ls',
    'docker-compose logs',
    'docker-compose ps',
    'kubectl describe',
    'kubectl get',
    'kubectl logs',
    'kubectl top',
    'journalctl',
    'systemctl cat',
    'systemctl is-active',
    'systemctl is-enabled',
    'systemctl is-failed',
    'systemctl list-timers',
    'systemctl list-unit-files',
    'systemctl list-units',
    'systemctl show',
    'systemctl status',
    'sort',
    'uniq',
    'cut',
  ],
  ...['ps', 'uptime', 'free', 'lsof', 'netstat', 'ifconfig', 'ipconfig', 'systeminfo', 'tasklist', 'pbpaste', 'where'],
  ...[
    'wmic logicaldisk get',
    'wmic cpu get',
    'wmic os get',
    'powershell Get-Clipboard',
    'powershell -command Get-Clipboard',
    'node --version',
    'node -v',
  ],
];

/** Options, and words, by which a reading command writes to a file, changes something or runs another program. */
export const actingOptions: Readonly<Record<string, readonly string[]>> = {
  'docker compose config': ['-o', '--output'],
  'git apply': ['--apply'],
  'git branch': [
    ...['-d', '-D', '-m', '-M', '-c', '-C', '-f', '-u', '--delete', '--move', '--copy', '--force', '--set-upstream-to'],
    ...['--unset-upstream', '--edit-description'],
  ],
  'git log': ['--output', '--ext-diff'],
  'git diff': ['--output', '--ext-diff'],
  'git diff-tree': ['--output', '--ext-diff'],
  'git diff-index': ['--output', '--ext-diff'],
  'git diff-files': ['--output', '--ext-diff'],
  'git grep': ['--open-files-in-pager', '-O'],
  'git ls-remote': ['--upload-pack', '--exec'],
  'git whatchanged': ['--output', '--ext-diff'],
  'git show': ['--output', '--ext-diff'],
  'npm audit': ['fix'],
  'npx eslint': ['--fix', '--output-file', '-o', '--config', '-c'],
  date: ['--set', '-s'],
  eslint: ['--fix', '--output-file', '-o', '--config', '-c'],
  journalctl: [
    '--flush',
    '--relinquish-var',
    '--rotate',
    '--setup-keys',
    '--update-catalog',
    '--vacuum-files',
    '--vacuum-size',
    '--vacuum-time',
  ],
  rg: ['--pre', '--hostname-bin'],
  sort: ['--output', '-o', '--compress-program'],
  tree: ['-o'],
};

/** Options of a reading command, beside those of one letter, behind which comes their value: what is written there is no option. */
export const valueOptions: readonly string[] =
  '--after --author --before --committer --glob --grep --lines --max-count --since --skip --sort --unit --until'.split(
    ' ',
  );

/**
 * Options that stand before the word by which a program is told what to do: alone, or with a value behind them. `settings` are
 * options whose value is a setting, with those that change nothing of what runs: `git -c core.pager=…` runs a program.
 */
export const globalOptions: Readonly<
  Record<
    string,
    {
      readonly alone: readonly string[];
      readonly valued: readonly string[];
      readonly settings?: Readonly<Record<string, RegExp>>;
    }
  >
> = {
  docker: { alone: [], valued: ['--context'] },
  git: {
    alone: ['--no-pager', '--no-optional-locks'],
    valued: ['-C', '--git-dir', '--work-tree'],
    settings: {
      '-c': /^(?:user\.(?:name|email)|core\.quotepath|commit\.gpgsign|init\.defaultBranch|(?:advice|color)\.\w+)=/i,
    },
  },
  kubectl: { alone: [], valued: ['-n', '--namespace', '--context', '--kubeconfig'] },
};

/** Shells that take a script behind `-c`. */
export const shells: readonly string[] = ['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish'];

/** Programs that run another one, which they are given. */
export const wrappingPrograms: readonly string[] =
  'busybox chroot command doas env eval exec gosu ionice nice nohup script setsid stdbuf su sudo time timeout unshare watch xargs'.split(
    ' ',
  );

/**
 * Programs that can change much, or run others: a program that is not among them counts for little where its author has
 * chosen it. Not those of {@link dangerousCommands}, which are among them too.
 */
export const powerfulPrograms: readonly string[] = [
  ...shells,
  ...(
    'cmd powershell pwsh node deno bun tsx ts-node python python3 ruby perl php npx npm pnpm yarn pip pip3 uv ' +
    'brew apt apt-get dnf yum docker docker-compose podman kubectl helm terraform pulumi ansible ansible-playbook aws gcloud ' +
    'az gh git hub ssh scp rsync curl wget systemctl service launchctl osascript claude codex gemini opencode aider adb psql ' +
    'mysql mongosh redis-cli sqlite3 Rscript julia lua groovy make cargo vercel netlify wrangler flyctl heroku crontab iptables ufw mount umount halt ' +
    'poweroff pkill taskkill reg schtasks sendmail mail'
  ).split(' '),
];

/** Commands of these programs by which nothing is lost that was there; a pull request is a proposal. */
export const mildCommands: readonly string[] = [
  ...['git add', 'git clone', 'git commit', 'git fetch', 'git init', 'git pull', 'git stash push', 'git stash save'],
  ...['git stash apply', 'git stash list', 'git stash pop', 'git stash show', 'git switch', 'git worktree add'],
  ...['git checkout -b', 'gh pr create'],
];

/** Programs that operate services by a noun and a verb, `gcloud compute instances list`, and the first words of verbs. */
export const servicePrograms: readonly string[] =
  'aws az flyctl gcloud gh gsutil helm heroku kubectl netlify pulumi terraform vercel'.split(' ');
export const readingCommandVerbs: readonly string[] =
  'describe get head history inspect list logs ls read search show status top view'.split(' ');
export const actingCommandVerbs: readonly string[] = (
  'add alias apply attach bulk call close cp create delete deploy destroy detach disable drop enable exec execute import ' +
  'install invoke launch merge modify mv patch promote publish purge push put remove reset restart restore rm rollback rsync ' +
  'run scale send set start stop sync terminate unset update upload'
).split(' ');

/** Programs that run a command in a container by `exec`, and their options behind which comes a value. */
export const containerPrograms: readonly string[] = ['docker', 'podman'];
export const containerOptions: readonly string[] = '-e --env --env-file -u --user -w --workdir --detach-keys'.split(
  ' ',
);

/** Programs that run a script: one that the author names is the author's, and one in a text or an option is anybody's. */
export const interpreters: readonly string[] = [
  ...shells,
  ...'node tsx ts-node python python3 ruby perl php Rscript julia lua groovy'.split(' '),
];

/** Interpreters for which a script may be written out in an option, and these options: it is the author's, as far as it is known. */
export const scripting: readonly string[] = 'node python python3 ruby perl php osascript powershell pwsh'.split(' ');
export const scriptOptions: readonly string[] = '-c -e -p --eval --print -Command -command'.split(' ');

/** What such a script has by which it takes something away, ends or sends it, or runs another program. */
export const actingScript =
  /\b(?:delete|remove|rm|unlink|erase|empty|trash|format|shut|restart|reboot|stop|kill|quit|clear|log out|drop|truncate|wipe|set-|move-|send-|system\(|exec|spawn|subprocess|child_process|invoke|start-process|do shell script)/i;

/** What a script in a page has by which it does something there: events, requests, what the page keeps, other contents. */
export const actingPageScript =
  /\.\s*(?:click|submit|requestSubmit|dispatchEvent|sendBeacon|setItem|removeItem|clear|remove|removeChild|replaceWith|append|appendChild|insertAdjacentHTML|write|open|send)\s*\(|\blocation\s*\.\s*assign\s*\(|\bfetch\s*\(|\.\s*(?:value|checked|innerHTML|innerText|textContent|href|cookie|location)\s*=(?!=)/;

/** Programs that unpack files over others, and the words by which they do: as their first one, or as an option. */
export const unpackingPrograms: Readonly<Record<string, { readonly first: RegExp; readonly option: RegExp }>> = {
  tar: { first: /^[a-z]*x[a-z]*$/, option: /^(?:-[a-z]*x[a-z]*|--extract|--get)$/ },
};

/** Clients of databases, and the options behind which they are given a statement; without any, it is their last word. */
export const databaseClients: Readonly<Record<string, readonly string[]>> = {
  mariadb: ['-e', '--execute'],
  mysql: ['-e', '--execute'],
  psql: ['-c', '--command'],
  sqlcmd: ['-Q', '-q'],
  sqlite3: [],
};

/** What such a client is told beside statements, and only shows something. */
export const readingClientCommand = /^\.(?:databases|dbinfo|fullschema|indexes|indices|schema|tables)$/;

/** What else such a client may be given: where the database is, and how the answer is shown. */
export const plainClientOption =
  /^(?:-[AtqXwNBs]+|--?(?:batch|csv|header|json|no-align|no-psqlrc|quiet|readonly|silent|tuples-only)|-[dhpUu]|--(?:host|port|user|username|dbname|database)(?:=.*)?|[^-].*)$/;

/** Functions, and words before a bracket, of statements that only read. */
export const readingSqlFunctions: readonly string[] = (
  'all and any as avg cast coalesce concat count current_setting date date_trunc datetime distinct exists extract filter from group_concat ' +
  'ifnull in json_agg json_extract length lower max min not now nullif on or over pg_database_size pg_relation_size pg_size_pretty ' +
  'pg_total_relation_size round select string_agg strftime substr substring sum time total trim upper using values when where'
).split(' ');

/** Programs that run what a project has, by a line that is known to its end, and what they do beyond the project. */
export const taskRunners: readonly string[] = 'npm pnpm yarn npx bun bunx deno uv pip pip3 make cargo'.split(' ');
export const outwardTasks: readonly string[] = 'publish unpublish deprecate dist-tag owner yank'.split(' ');

/** Commands that change or remove something, or run others with more rights. */
export const dangerousCommands: readonly string[] =
  'rm rmdir dd mkfs mv chmod chown kill killall reboot shutdown sudo su truncate shred'.split(' ');
