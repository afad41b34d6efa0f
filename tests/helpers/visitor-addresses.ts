import type { Send } from './create-send.ts'

/**
 * Returns a function that makes the header of a request from one more address and network, because one address may
 * send 600 per minute, and one network few entries. The server must trust 127.0.0.1 as a proxy (TRUSTED_PROXIES).
 */
export function createAddresses(): () => { 'x-forwarded-for': string } {
  let count = 0
  return () => {
    count++
    return { 'x-forwarded-for': `10.${count & 255}.${(count >> 8) & 255}.${count >> 16}` }
  }
}

/** Returns a function that sends each request from one more address. */
export function fromNewAddresses(send: Send): Send {
  const nextAddress = createAddresses()
  return (path, options = {}) => send(path, { ...options, headers: { ...nextAddress(), ...options.headers } })
}
