import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { root } from '../../bin/prepare.js'
import { copyProject, type ProjectCopy } from '../helpers/project-copy.ts'
import { unitFile } from '../helpers/systemd-unit.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

/** A folder that commands for a machine with systemd can use as its root */
export type Machine = {
  folder: string
  /** Paths in documents, and the paths below the folder that replace them */
  names: Record<string, string>
  /** Environment with fakes of the programs that need such a machine */
  env: Record<string, string>
  /** A version that `git clone --branch` finds. Its unit has the paths of this machine. */
  release(tag: string): Promise<ProjectCopy>
}

const sharedFolders = ['/opt/', '/etc/', '/var/lib/']

export async function createMachine(): Promise<Machine> {
  const folder = await temporaryFolder()
  const programs = join(folder, 'programs')
  for (const path of ['programs', 'opt', 'etc/systemd/system', 'releases'])
    mkdirSync(join(folder, path), { recursive: true })
  // If root runs the tests, Postgres runs as another user, who needs access to the folder.
  for (const path of ['var', 'var/lib', 'var/lib/everyday-ai']) mkdirSync(join(folder, path), { mode: 0o711 })
  for (const [name, script] of Object.entries(fakePrograms)) {
    writeFileSync(join(programs, name), `#!/bin/sh\nset -eu\n${script}`)
    chmodSync(join(programs, name), 0o755)
  }
  const env = { MACHINE: folder, PATH: `${programs}${delimiter}${process.env.PATH}` }
  onTestFinished(() => {
    execFileSync(join(programs, 'systemctl'), ['stop', 'everyday-ai'], { env: { ...process.env, ...env } })
  })
  const names = Object.fromEntries(sharedFolders.map((path) => [path, join(folder, path)]))
  return {
    folder,
    names,
    env,
    async release(tag) {
      const project = await copyProject(join(folder, 'releases', tag))
      cpSync(join(root, 'deploy'), join(project.folder, 'deploy'), { recursive: true })
      const unit = sharedFolders.reduce(
        (text, path) => text.replaceAll(path, names[path] ?? ''),
        readFileSync(unitFile, 'utf8'),
      )
      writeFileSync(join(project.folder, 'deploy/everyday-ai.service'), unit)
      return project
    },
  }
}

/** Shell scripts that do what matters of a program. An option that they do not know is an error. */
const fakePrograms = {
  sudo: 'exec "$@"\n',
  useradd: 'exit 0\n',
  journalctl: 'cat "$MACHINE/journal"\n',
  git: `[ "$1 $2 $#" = "clone --branch 5" ]
cp -a "$MACHINE/releases/$3" "$5"
`,
  'systemd-run': `while :; do
  case "$1" in
    --pty) shift ;;
    --uid=everyday-ai) shift ;;
    --working-directory=*) cd "\${1#*=}"; shift ;;
    -p) file="\${2#EnvironmentFile=}"; [ "$file" != "$2" ]; set -a; . "$file"; set +a; shift 2 ;;
    -E) export "$2"; shift 2 ;;
    -*) echo "unknown: $1" >&2; exit 2 ;;
    *) exec "$@" ;;
  esac
done
`,
  // Like systemd, it reads the unit at daemon-reload only.
  systemctl: `loaded="$MACHINE/loaded.service"
value() { sed -n "s/^$1=//p" "$loaded"; }
stop() {
  pid=$(cat "$MACHINE/pid" 2>/dev/null) || return 0
  kill -TERM "$pid" 2>/dev/null || return 0
  while ps -o stat= -p "$pid" | grep -qv Z; do sleep 0.1; done
}
start() {
  cd "$(value WorkingDirectory)"
  for pair in $(value Environment); do export "$pair"; done
  file=$(value EnvironmentFile); set -a; . "\${file#-}"; set +a
  touch "$MACHINE/journal"
  setsid $(value ExecStart) >> "$MACHINE/journal" 2>&1 < /dev/null &
  echo $! > "$MACHINE/pid"
}
case "$*" in
  daemon-reload) cp "$MACHINE/etc/systemd/system/everyday-ai.service" "$loaded" ;;
  'enable --now everyday-ai' | 'start everyday-ai') start ;;
  'restart everyday-ai') stop; start ;;
  'stop everyday-ai') stop ;;
  *) echo "unknown: $*" >&2; exit 2 ;;
esac
`,
}
