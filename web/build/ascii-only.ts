import type { Plugin } from 'vite'

/**
 * Vite plugin: writes every letter outside ASCII as an escape. A source that has one such letter takes two bytes
 * for each of its letters in the memory of the process that runs it.
 */
export function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    applyToEnvironment: (environment) => environment.config.consumer === 'server',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escapeUnit)
    },
  }
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
