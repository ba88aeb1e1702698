// The way to the server: JSON calls whose errors can be read, and streams of events.

import { t } from './i18n.js';

const ROOT = '/api/v1';

/** By this the server tells the tabs of a browser apart when it shares the engine out. */
const CLIENT = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('');

/** What the server refused, or that it could not be reached (`code` is then `unreachable`). */
export class ApiError extends Error {
  constructor({ code, message, place, ...more }, status) {
    super(message);
    Object.assign(this, { code, place, status, reason: more.reason, more });
  }
}

async function failure(response) {
  try {
    const { error } = await response.json();
    if (error?.message) return new ApiError(error, response.status);
  } catch {
    // Not JSON: a proxy or another program answered.
  }
  return new ApiError({ code: `http_${response.status}`, message: t('errorStatus', { status: response.status }) },
    response.status);
}

async function send(method, path, options) {
  let response;
  try {
    const headers = { 'x-yomikiri-client': CLIENT, ...options?.headers };
    response = await fetch(ROOT + path, { method, cache: 'no-store', ...options, headers });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError({ code: 'unreachable', message: t('errorUnreachable') }, 0);
  }
  if (!response.ok) throw await failure(response);
  return response;
}

async function decoded(response) {
  if (response.status === 204) return null;
  return (response.headers.get('content-type') || '').includes('json') ? response.json() : response.text();
}

export const getJson = async (path, signal) => decoded(await send('GET', path, { signal }));

export async function post(path, body, signal) {
  const headers = { 'content-type': 'application/json' };
  return decoded(await send('POST', path, { headers, body: JSON.stringify(body ?? {}), signal }));
}

/** Sends bytes as they are: a record in whatever character set. */
export async function postBytes(path, bytes) {
  return decoded(await send('POST', path, { headers: { 'content-type': 'application/octet-stream' }, body: bytes }));
}

/** The answer as a blob, for files. */
export const getBlob = async (path) => (await send('GET', path)).blob();

/** Stops something. That it is gone already is no error. */
export async function remove(path) {
  try {
    await send('DELETE', path, { keepalive: true });
  } catch (error) {
    if (error.status !== 404 && error.code !== 'unreachable') throw error;
  }
}

/**
 * Listens to a stream. `handlers` are by the events' names; `error` gets an `ApiError` that the server sent; `lost` is
 * called when the connection is gone for good. What is given back ends it with `close()`.
 */
export function stream(path, handlers) {
  const source = new EventSource(ROOT + path);
  let failures = 0;
  for (const [name, handler] of Object.entries(handlers)) {
    if (name === 'lost' || name === 'error') continue;
    source.addEventListener(name, (event) => {
      failures = 0;
      handler(event.data ? JSON.parse(event.data) : null);
    });
  }
  source.addEventListener('error', (event) => {
    if (event.data) {
      const { error } = JSON.parse(event.data);
      handlers.error?.(new ApiError(error ?? { code: 'internal', message: t('errorStream') }, 0));
      return;
    }
    // The browser reconnects by itself, unless the answer was an error or nobody answers.
    failures += 1;
    if (source.readyState === EventSource.CLOSED || failures > 5) {
      source.close();
      handlers.lost?.();
    }
  });
  return source;
}
