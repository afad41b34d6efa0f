import { formatRecent } from '../../../contracts/format-date.ts'
import { type DescribedField, describeValue } from '../../../contracts/site-content/describe.ts'
import type { Fields, FieldValues } from '../../../contracts/site-content/fields.ts'
import type { SectionState } from '../../../contracts/site-content/section-api.ts'
import { ConflictDialog } from '../../editing/conflict-dialog.tsx'
import { textOfHtml } from '../../editing/html-text.ts'
import { ComparedSection } from './compared-section.tsx'

type SectionConflictProps = {
  title: string
  fields: Fields
  theirs: SectionState
  mine: FieldValues<Fields>
  onClose: () => void
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Lets the editor choose between their own version of a section and the one that someone else saved in the meantime. */
export function SectionConflict({ title, fields, theirs, mine, ...actions }: SectionConflictProps) {
  const who = theirs.changedBy ?? 'Someone else'
  return (
    <ConflictDialog
      title="Two versions of this section"
      lead={`${who} saved this section ${theirs.changedAt ? formatRecent(theirs.changedAt) : ''}, while you were editing it. Your version isn’t lost. If you keep it, what only they changed stays, too. Both are in Version history once they are saved.`}
      mine={() => [title, ...describeValue(fields, mine).map(describeField)].join('\n\n')}
      copyLabel="Copy my text"
      takeLabel="Use theirs"
      {...actions}
    >
      <ComparedSection
        fields={fields}
        names={['Theirs', 'Yours']}
        // The cast is safe: the server completes each stored value to the fields of the section.
        before={theirs.value as FieldValues<Fields>}
        after={mine}
      />
    </ConflictDialog>
  )
}

const describeField = ({ label, text, isHtml }: DescribedField) =>
  `${label}\n${isHtml ? textOfHtml(text) : text}`
