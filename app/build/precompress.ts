import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Vite plugin: writes a .br and a .gz file for every text file of the browser's build, at the highest level. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async writeBundle({ dir }) {
      const folder = `${dir}/assets`
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const body = await readFile(`${folder}/${name}`)
          const br = await promisify(brotliCompress)(body, {
            params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
          })
          await writeFile(`${folder}/${name}.br`, br)
          await writeFile(`${folder}/${name}.gz`, await promisify(gzip)(body, { level: 9 }))
        }),
      )
    },
  }
}
