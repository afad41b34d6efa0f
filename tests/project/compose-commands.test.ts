import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { readBlocks, runBlock } from '../helpers/documented-commands.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

// The commands of docs/deploy/docker.md and docs/deploy/scale.md, as they are written there. Docker and git are replaced by
// scripts that list their arguments, each with the version that Compose would use: the one of the environment, or else the
// one of deploy/.env.

const fakePrograms = {
  docker: `version=\${VERSION:-$(sed -n s/^VERSION=//p deploy/.env)}\necho "$version: $*" >> "$CALLS"\n`,
  git: `if [ "$1" = clone ]; then mkdir -p everyday-ai/deploy; cp "$DEPLOY"/* everyday-ai/deploy; fi\n`,
}

async function createMachine() {
  const folder = await temporaryFolder()
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const [name, script] of Object.entries(fakePrograms)) {
    writeFileSync(join(programs, name), `#!/bin/sh\nset -eu\n${script}`)
    chmodSync(join(programs, name), 0o755)
  }
  const deploy = join(folder, 'deploy')
  cpSync(join(root, 'deploy'), deploy, { recursive: true, filter: (path) => !path.includes('monitoring') })
  const calls = join(folder, 'calls')
  const env = { CALLS: calls, DEPLOY: deploy, PATH: `${programs}${delimiter}${process.env.PATH}` }
  return {
    /** Runs a block, and returns the calls of docker in it, without the file that Compose reads. */
    async run(block: string | undefined, where = join(folder, 'everyday-ai')) {
      writeFileSync(calls, '')
      await runBlock(block, { folder: where, env })
      return readFileSync(calls, 'utf8')
        .replaceAll(/ -f deploy\/\S+/g, '')
        .trimEnd()
        .split('\n')
    },
    folder,
  }
}

test('with one machine, only `up` after a change of deploy/.env switches the version', async () => {
  const [start] = readBlocks('docs/deploy/docker.md', '## Start')
  const [build, pull, rehearse, switchOver, goBack, restore] = readBlocks(
    'docs/deploy/docker.md',
    '## Upgrade',
  )
  const { run, folder } = await createMachine()
  expect(await run(start, folder)).toEqual(['1.0.0: compose up -d --build', '1.0.0: compose logs site'])
  expect(await run(build)).toEqual(['1.1.0: compose build'])
  expect((await run(pull)).at(-1)).toMatch(/: tag ghcr\.io\/YOU\/everyday-ai:1\.1\.0 everyday-ai:1\.1\.0$/)
  // It can be repeated, and changes neither the running container nor its image.
  for (const call of [...(await run(rehearse)), ...(await run(rehearse))])
    expect(call).toMatch(/^1\.0\.0: (compose exec |run --rm everyday-ai:1\.1\.0 )/)
  expect(await run(switchOver)).toEqual([
    '1.0.0: compose exec site npm run backup',
    '1.1.0: compose up -d --no-build',
  ])
  expect(await run(goBack)).toContain('1.0.0: compose up -d --no-build')
  for (const call of await run(restore))
    expect(call).toMatch(/^1\.0\.0: compose (stop|run --rm|up -d --no-build)/)
})

test('with several instances, they are replaced one by one', async () => {
  const [start] = readBlocks('docs/deploy/scale.md', '## Start')
  const [build, switchOver] = readBlocks('docs/deploy/scale.md', '## Upgrade')
  const { run, folder } = await createMachine()
  expect(await run(start, folder)).toEqual(['1.0.0: compose build', '1.0.0: compose up -d'])
  expect(await run(build)).toEqual(['1.1.0: compose build'])
  expect(await run(switchOver)).toEqual([
    '1.0.0: compose exec site-1 npm run backup',
    ...[1, 2, 3].map((number) => `1.1.0: compose up -d --no-build --no-deps --wait site-${number}`),
  ])
})
