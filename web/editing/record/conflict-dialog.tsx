import { type ReactNode, useId, useState } from 'react'
import { Button, QuietButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { ComparedFields, type DescribedField, plainText } from './compared-fields.tsx'
import type { Side } from './merge-versions.ts'

type ConflictDialogProps = {
  title: string
  lead: ReactNode
  theirs: readonly DescribedField[]
  mine: readonly DescribedField[]
  /** Paths of the fields to choose */
  collisions: readonly string[]
  /** Name of the record, above its copied text */
  copyHeading?: string
  copyLabel?: string
  takeLabel?: string
  /** False if the user's own version can no longer be saved */
  mayKeep?: boolean
  onClose: () => void
  /** `choose` says which version of a field the user wants. */
  onChoose: (choose: (path: string) => Side) => void
}

const sides: Record<Side, string> = { theirs: 'Theirs', mine: 'Yours' }

/**
 * Shown if someone else changed the same fields in the meantime. The user chooses between the two versions, of all
 * fields or of each; until then, neither version changes.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, lead, theirs, mine, collisions, mayKeep = true, onClose, onChoose } = props
  const { copyHeading, copyLabel = 'Copy my version', takeLabel = 'Use theirs' } = props
  const copied = () => [copyHeading, ...mine.map((field) => `${field.label}\n${plainText(field)}`)]
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const isMixed = taken.size > 0 && taken.size < collisions.length
  const take = (path: string, side: Side) => {
    const others = [...taken].filter((other) => other !== path)
    setTaken(new Set(side === 'theirs' ? [...others, path] : others))
  }
  return (
    <Modal title={title} wide onClose={onClose}>
      <p>{lead}</p>
      <ScrollRegion label="The two versions">
        {collisions.map((path) => {
          const isIn = ({ key }: DescribedField) => key === path || key.startsWith(`${path}/`)
          const [before, after] = [theirs.filter(isIn), mine.filter(isIn)]
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
          <Button onClick={() => onChoose((path) => (taken.has(path) ? 'theirs' : 'mine'))}>
            Save what I chose
          </Button>
        )}
        {mayKeep && (
          <Button className={isMixed ? 'btn btn-quiet' : 'btn'} onClick={() => onChoose(() => 'mine')}>
            Keep mine
          </Button>
        )}
        <QuietButton onClick={() => onChoose(() => 'theirs')}>{takeLabel}</QuietButton>
        <CopyButton label={copyLabel} text={() => copied().filter(Boolean).join('\n\n')} />
      </div>
    </Modal>
  )
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
