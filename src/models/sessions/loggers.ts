/** Packages that write logs. What they cannot write they drop or emit as an event: a call that logs does not throw. */
export const loggerPackages: ReadonlySet<string> = new Set([
  'bunyan',
  'consola',
  'log4js',
  'loglevel',
  'pino',
  'signale',
  'tslog',
  'winston',
]);

/** Their methods by level. */
export const loggingMethods: ReadonlySet<string> = new Set(
  'debug error fatal http info log notice silly success trace verbose warn'.split(' '),
);
