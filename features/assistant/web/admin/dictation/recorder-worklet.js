// Runs in the browser's audio thread and posts the samples of the microphone. It is not bundled and imports nothing.

/** Samples in a posted piece. A multiple of 128, the fixed number of samples in each call of `process`. */
const pieceLength = 2048

class Microphone extends AudioWorkletProcessor {
  held = new Float32Array(pieceLength)
  length = 0

  constructor() {
    super()
    // The page sends a message (of any content) to finish. Then the remaining samples are posted, and null as the end.
    this.port.onmessage = () => {
      this.port.postMessage(this.held.slice(0, this.length))
      this.port.postMessage(null)
    }
  }

  process([[channel] = []]) {
    if (!channel) return true
    this.held.set(channel, this.length)
    this.length += channel.length
    if (this.length === pieceLength) {
      this.port.postMessage(this.held.slice())
      this.length = 0
    }
    return true
  }
}

registerProcessor('microphone', Microphone)
