// Not `crypto.randomUUID`, which does not exist on pages without https

/** 32 random hexadecimal digits */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** A random UUID (RFC 9562, version 4) */
export function randomUuid(): string {
  const id = randomId()
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-a${id.slice(17, 20)}-${id.slice(20)}`
}
