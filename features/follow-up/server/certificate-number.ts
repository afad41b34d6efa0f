import { randomBytes } from 'node:crypto'
import { certificateAlphabet, formatNumber } from '../contract/certificate-number.ts'

/** A random number in groups for reading, such as `4K7Q-9TXM-2HWA-8RCF-Y3BN`: 20 characters of 5 bits each. */
export function newCertificateNumber(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  return formatNumber(Array.from(randomBytes(20), (byte) => certificateAlphabet[byte % 32]).join(''))
}
