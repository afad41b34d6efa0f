import { type ReactNode, useId, useState } from 'react'
import { Button, QuietButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { ComparedFields, type DescribedField } from './compared-fields.tsx'
import type { Side } from './merge-versions.ts'
import type { RecordEdit } from './record-edit.ts'

type ConflictDialogProps<Values extends object, Saved> = {
  /** An edit with a conflict */
  edit: RecordEdit<Values, Saved>
  title: string
  lead: ReactNode
  describe: (values: Values) => DescribedField[]
  /** Name of the record, above its copied text */
  copyHeading?: string
  copyLabel?: string
  takeLabel?: string
  /** False if the user's own version can no longer be saved */
  mayKeep?: boolean
  /** True if nothing is saved until the user says so, after the dialog was closed without a choice. */
  pausesOnClose?: boolean
  /** Called when the form has what the user wants to keep. */
  onKeep: () => void
  /** By default, their version of what both changed is put into the form. */
  onTake?: () => void
}

const sides: Record<Side, string> = { theirs: 'Theirs', mine: 'Yours' }

/**
 * Shown if someone else changed the same fields in the meantime. The user chooses between the two versions, of all
 * fields or of each; until then, neither version changes.
 */
export function ConflictDialog<Values extends object, Saved>(props: ConflictDialogProps<Values, Saved>) {
  const { edit, title, lead, describe, mayKeep = true, pausesOnClose = true, onKeep } = props
  const { onTake = () => edit.resolve(() => 'theirs') } = props
  const { copyHeading, copyLabel = 'Copy my version', takeLabel = 'Use theirs' } = props
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const { conflict } = edit.state
  if (!conflict) return null
  const { collisions } = conflict
  const [theirs, mine] = [describe(conflict.theirValues), describe(edit.values)]
  const keep = (choose: (path: string) => Side) => {
    edit.resolve(choose)
    onKeep()
  }
  const copied = () => [copyHeading, ...mine.map(({ label, text }) => `${label}\n${text}`)]
  const isMixed = taken.size > 0 && taken.size < collisions.length
  const take = (path: string, side: Side) => {
    const others = [...taken].filter((other) => other !== path)
    setTaken(new Set(side === 'theirs' ? [...others, path] : others))
  }
  return (
    <Modal title={title} wide onClose={() => edit.postpone({ pause: pausesOnClose })}>
      <p>{lead}</p>
      <ScrollRegion label="The two versions">
        {collisions.map((path) => {
          const [before, after] = [fieldsAt(path, theirs), fieldsAt(path, mine)]
          return (
            <div key={path} className="proposed-part">
              <ComparedFields names={[sides.theirs, sides.mine]} before={before} after={after} />
              {mayKeep && collisions.length > 1 && (
                <SideChoice
                  label={(after[0] ?? before[0])?.label ?? ''}
                  chosen={taken.has(path) ? 'theirs' : 'mine'}
                  onChange={(side) => take(path, side)}
                />
              )}
            </div>
          )
        })}
      </ScrollRegion>
      <div className="form-actions">
        {isMixed && (
          <Button onClick={() => keep((path) => (taken.has(path) ? 'theirs' : 'mine'))}>
            Save what I chose
          </Button>
        )}
        {mayKeep && (
          <Button className={isMixed ? 'btn btn-quiet' : 'btn'} onClick={() => keep(() => 'mine')}>
            Keep mine
          </Button>
        )}
        <QuietButton onClick={onTake}>{takeLabel}</QuietButton>
        <CopyButton label={copyLabel} text={() => copied().filter(Boolean).join('\n\n')} />
      </div>
    </Modal>
  )
}

/** The field with this path, or those of an item that one side has removed */
function fieldsAt(path: string, fields: DescribedField[]): DescribedField[] {
  const exact = fields.filter(({ key }) => key === path)
  return exact.length > 0 ? exact : fields.filter(({ key }) => key.startsWith(`${path}/`))
}

type SideChoiceProps = { label: string; chosen: Side; onChange: (side: Side) => void }

function SideChoice({ label, chosen, onChange }: SideChoiceProps) {
  const name = useId()
  return (
    <fieldset className="side-choice">
      <legend>{label}: which version to keep</legend>
      {(['theirs', 'mine'] as const).map((side) => (
        <label key={side} className="check">
          <input type="radio" name={name} checked={side === chosen} onChange={() => onChange(side)} />
          {sides[side]}
        </label>
      ))}
    </fieldset>
  )
}
