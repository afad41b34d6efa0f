import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks the operator at the terminal for a secret, without showing what is typed. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
