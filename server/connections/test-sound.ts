const rate = 16_000
const seconds = 1
const headerBytes = 44

/** A tone of one second as a WAV file (16-bit PCM, 16 kHz, mono), for testing a speech service */
export function makeTestSound(): Uint8Array {
  const samples = rate * seconds
  const wav = Buffer.alloc(headerBytes + 2 * samples)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  // PCM, one channel
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(2 * rate, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(2 * samples, 40)
  for (let index = 0; index < samples; index++)
    wav.writeInt16LE(Math.round(3000 * Math.sin((2 * Math.PI * 440 * index) / rate)), headerBytes + 2 * index)
  return new Uint8Array(wav)
}
