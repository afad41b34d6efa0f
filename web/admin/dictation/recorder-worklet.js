// Runs in the browser's audio thread, as it is: hands over what the microphone hears.

const pieceLength = 2048

class Microphone extends AudioWorkletProcessor {
  held = new Float32Array(pieceLength)
  length = 0

  constructor() {
    super()
    // Asked to finish: the rest, and then a sign that it was all.
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
