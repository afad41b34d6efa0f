import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '../../core/contract/escape-html.ts'
import { noBrowser } from './browse.ts'
import { countOutcomes, type Finding, outcomeOf } from './findings.ts'
import type { Shots } from './walk.ts'

export type Report = {
  versions: { current: string; next: string }
  startedAt: Date
  seconds: number
  findings: Finding[]
  shots: Shots[]
  hasBrowser: boolean
}

/** The terminal is no place for hundreds of changed pages. The report has them all. */
const maxChangedLines = 20

/** A line for each difference, the broken ones first, and a line with the counts */
export function listDifferences({ findings }: Pick<Report, 'findings'>): string[] {
  const of = (wanted: 'broken' | 'changed') =>
    findings.flatMap(({ subject, differences }) =>
      differences
        .filter(({ outcome }) => outcome === wanted)
        .map(({ text }) => `${wanted}: ${subject} ${text}`),
    )
  const changes = of('changed')
  const more = changes.length - maxChangedLines
  const counts = countOutcomes(findings)
  return [
    ...of('broken'),
    ...changes.slice(0, maxChangedLines),
    ...(more > 0 ? [`… and ${more} more changes, which are in the report`] : []),
    `${counts.equal} equal, ${counts.changed} changed, ${counts.broken} broken`,
  ]
}

/** Writes the report as one HTML file that only this user may read. Returns its path. */
export async function writeReport(dataDir: string, report: Report): Promise<string> {
  const folder = join(dataDir, 'rehearsals')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `rehearsal-${report.startedAt.toISOString().replaceAll(/[:.]/g, '-')}.html`)
  await writeFile(file, renderReport(report), { mode: 0o600 })
  return file
}

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 1500px; margin: 2rem auto; padding: 0 1rem; color: #222; }
.warning { border: 2px solid #b00; padding: .5rem 1rem; }
.broken { color: #b00; } .changed { color: #850; } .equal { color: #262; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: .5rem 0 2rem; align-items: start; }
.pair img { width: 100%; border: 1px solid #ccc; } figure { margin: 0; } figcaption { color: #555; }
summary { cursor: pointer; }`

export function renderReport({ versions, startedAt, seconds, findings, shots, hasBrowser }: Report): string {
  const counts = countOutcomes(findings)
  const verdict =
    counts.broken > 0
      ? `<p class="broken"><strong>Do not switch:</strong> ${counts.broken} broken.</p>`
      : '<p class="equal"><strong>Nothing is broken.</strong></p>'
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rehearsal of ${escapeHtml(versions.next)}</title><style>${style}</style>
<h1>Rehearsal of ${escapeHtml(versions.next)} against ${escapeHtml(versions.current)}</h1>
<p class="warning"><strong>This report shows personal data of your site.</strong> Keep it as safe as a backup, and delete it when you no longer need it.</p>
<p>${escapeHtml(startedAt.toISOString())}, ${Math.round(seconds)} seconds. ${counts.equal} equal, ${counts.changed} changed, ${counts.broken} broken.</p>
${verdict}
${hasBrowser ? '' : `<p>${noBrowser}, so scripts, looks, and admin screens were not compared.</p>`}
${renderGroup('broken', findings)}${renderGroup('changed', findings)}${renderGroup('equal', findings)}
<h2>Pages</h2>
${shots.map((shot) => renderPair(shot, findings, versions)).join('\n')}
</html>
`
}

function renderGroup(wanted: 'broken' | 'changed' | 'equal', findings: Finding[]): string {
  const group = findings.filter((finding) => outcomeOf(finding) === wanted)
  if (group.length === 0) return ''
  const items = group.map(({ subject, differences }) => {
    const texts = differences
      .map(({ outcome, text }) => `<li class="${outcome}">${escapeHtml(text)}</li>`)
      .join('')
    return `<li><strong>${escapeHtml(subject)}</strong>${texts && `<ul>${texts}</ul>`}</li>`
  })
  const title = `${group.length} ${wanted}`
  if (wanted === 'equal')
    return `<details><summary class="equal">${title}</summary><ul>${items.join('')}</ul></details>`
  return `<h2 class="${wanted}">${title}</h2><ul>${items.join('')}</ul>`
}

function renderPair(shot: Shots, findings: Finding[], versions: Report['versions']): string {
  const finding = findings.find(({ subject }) => subject === shot.subject)
  const outcome = finding ? outcomeOf(finding) : 'equal'
  const image = (side: 'current' | 'next') =>
    `<figure><figcaption>${side === 'current' ? 'now' : 'new'}: ${escapeHtml(versions[side])}</figcaption><img loading="lazy" alt="" src="data:image/jpeg;base64,${Buffer.from(shot[side]).toString('base64')}"></figure>`
  return `<details${outcome === 'equal' ? '' : ' open'}><summary class="${outcome}">${escapeHtml(shot.subject)}: ${outcome}</summary><div class="pair">${image('current')}${image('next')}</div></details>`
}
