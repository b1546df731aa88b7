/** The members that clients and servers of both major versions have from the class `Protocol`, which open and use nothing. */
export const handlerMembers = [
  'setRequestHandler',
  'removeRequestHandler',
  'assertCanSetRequestHandler',
  'setNotificationHandler',
  'removeNotificationHandler',
] as const;
