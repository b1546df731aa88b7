import { isIn } from '../globals.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * An address of OAuth: HTTPS, or HTTP to the own machine, without fragment and credentials.
 *
 * @param what For the message.
 * @throws TypeError for any other
 */
export function secureAddress(address: string | URL, what: string): URL {
  const url = URL.canParse(String(address)) ? new URL(String(address)) : undefined;
  const isLoopback = url?.protocol === 'http:' && isIn(loopback, url.hostname);
  if (!url || (url.protocol !== 'https:' && !isLoopback)) {
    throw new TypeError(`${what} has to be an address with https, or with http on the own machine.`);
  }
  if (url.hash !== '' || String(address).includes('#') || url.username !== '' || url.password !== '') {
    throw new TypeError(`${what} must have no fragment and no credentials.`);
  }
  return url;
}

/**
 * How the URI of a resource can be written in a token. An address without path is the same one with a slash at its end
 * (RFC 3986 section 6.2.3), and clients that parse it write it so; everything else is compared as it is.
 */
export function spellingsOf(resource: string): readonly string[] {
  if (!URL.canParse(resource)) return [resource];
  const { origin } = new URL(resource);
  const bare = [origin, `${origin}/`];
  return isIn(bare, resource) ? bare : [resource];
}
