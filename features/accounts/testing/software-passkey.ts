import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A site that may have passkeys: with this PUBLIC_URL, origin and relying party are the same. */
export const localSite = { origin: 'http://localhost', rpId: 'localhost' }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** Flags of the authenticator data: the user is present and verified (WebAuthn Level 3, section 6.1). */
const present = 0b101
/** A new passkey follows. */
const withCredential = 0b1000000

/**
 * A device with one passkey (ES256, without attestation). Unlike the simulated devices of browsers, it needs no page,
 * and its counter can be chosen.
 */
export function createSoftwarePasskey({ origin, rpId }: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = base64url(credentialId)
  const credential = { id, rawId: id, type: 'public-key' }
  let userHandle = ''

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number, counter: number) => {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), rest])
  }

  return {
    /** The response to the options for a new passkey */
    create(options: { challenge: string; user: { id: string } }) {
      userHandle = options.user.id
      // COSE key (RFC 9053): an elliptic curve key for ES256 on P-256
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([
        authenticatorData(present | withCredential, 0),
        Buffer.alloc(16),
        idLength,
        credentialId,
        key,
      ])
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<number, number>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]),
      )
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge)),
          attestationObject: base64url(attestation),
        },
      }
    },

    /** The response to the options for a sign-in. By default, the counter stays at zero, as for passkeys that are synced. */
    get({ challenge }: { challenge: string }, counter = 0) {
      const data = authenticatorData(present, counter)
      const client = clientData('webauthn.get', challenge)
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle,
        },
      }
    },
  }
}
