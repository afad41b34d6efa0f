import { Fact } from '../../../../../core/web/ui/fact.tsx'
import type { ImportCounts } from '../../../contract/imports.ts'

const labels: [keyof ImportCounts, string][] = [
  ['posts', 'Posts'],
  ['pages', 'Pages'],
  ['drafts', 'Drafts among them'],
  ['pictures', 'Images'],
  ['files', 'Files'],
  ['redirects', 'Redirects from old addresses'],
  ['menus', 'Menus'],
  ['people', 'People'],
  ['subscribers', 'Subscribers'],
  ['others', 'Other items, such as settings'],
  ['unchanged', 'Unchanged, imported before'],
  ['missingPictures', 'Missing images'],
  ['problems', 'Could not be imported'],
]

export function Counts({ counts }: { counts: ImportCounts }) {
  const shown = labels.filter(([name]) => (counts[name] ?? 0) > 0)
  if (shown.length === 0) return null
  return (
    <dl className="import-counts">
      {shown.map(([name, label]) => (
        <Fact key={name} name={label}>
          {counts[name]?.toLocaleString('en-US')}
        </Fact>
      ))}
    </dl>
  )
}

/** True if everything in the file was imported before */
export function isUnchanged(counts: ImportCounts): boolean {
  const added = labels.slice(
    0,
    labels.findIndex(([name]) => name === 'unchanged'),
  )
  return (counts.unchanged ?? 0) > 0 && added.every(([name]) => (counts[name] ?? 0) === 0)
}
