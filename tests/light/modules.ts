import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import vm from 'node:vm'

type Source = { code: string; compiled?: Buffer | undefined }

/** A module whose compiled code can be kept. Node's types do not know that it can. */
type Module = vm.SourceTextModule & { createCachedData(): Buffer }

/** Sources of modules by URL. Their names contain a hash, so a name always has the same content. */
const sources = new Map<string, Source>()

/**
 * Runs a module and what it imports in a window, as a browser runs `<script type="module" src="...">`. Returns its
 * exports. `request` is told the URL of each module before it is loaded, and may refuse it by throwing.
 */
export async function runModule(
  window: object,
  url: string,
  request: (url: string) => Promise<void> = async () => {},
): Promise<object> {
  const loaded = new Map<string, Promise<vm.SourceTextModule>>()
  const load = (from: string): Promise<vm.SourceTextModule> => {
    const known = loaded.get(from) ?? compile(from)
    loaded.set(from, known)
    return known
  }
  const compile = async (identifier: string) => {
    await request(identifier)
    const source = await readSource(identifier)
    const module = new vm.SourceTextModule(source.code, {
      context: window,
      identifier,
      cachedData: source.compiled,
      initializeImportMeta: (meta) => Object.assign(meta, { url: identifier }),
      importModuleDynamically: (specifier) => run(resolve(specifier, identifier)),
    } as vm.SourceTextModuleOptions) as Module
    source.compiled ??= module.createCachedData()
    return module
  }
  // One at a time: a module cannot be evaluated while another import links what both share.
  let linking: Promise<void> = Promise.resolve()
  const run = async (from: string) => {
    const module = await load(from)
    linking = linking.then(async () => {
      if (module.status === 'unlinked')
        await module.link((specifier, { identifier }) => load(resolve(specifier, identifier)))
    })
    await linking
    await module.evaluate()
    return module
  }
  return (await run(url)).namespace
}

const packages = createRequire(import.meta.url)

const resolve = (specifier: string, from: string) =>
  /^[./]/.test(specifier) ? new URL(specifier, from).href : pathToFileURL(packages.resolve(specifier)).href

async function readSource(url: string): Promise<Source> {
  const key = url.startsWith('file:') ? url : new URL(url).pathname
  const known = sources.get(key)
  if (known) return known
  const code = url.startsWith('file:')
    ? readFileSync(fileURLToPath(url), 'utf8')
    : await (await fetch(url)).text()
  const source = { code }
  sources.set(key, source)
  return source
}
