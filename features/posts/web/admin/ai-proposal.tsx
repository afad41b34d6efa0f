import { useMemo, useState } from 'react'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { ComparedField } from '../../../../core/web/editing/record/compared-fields.tsx'
import { Button, QuietButton } from '../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { ScrollRegion } from '../../../../core/web/ui/scroll-region.tsx'
import { toggled } from '../../../../core/web/ui/toggled.ts'
import { type AiField, builtInProvider } from '../../contract/disclosure.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import { BulkChoice } from './bulk-choice.tsx'
import { labelOf, textOfField } from './describe-post.ts'
import type { PostValues } from './post-values.ts'
import { type Change, compareBlocks, mergeChanges, readBlocks } from './proposed-changes.ts'

export type ProposedValues = Partial<Pick<PostValues, AiField>>

/** Values that AI wrote for a post, which the editor accepts or rejects */
export type Proposal = {
  /** The AI service that wrote the values, or the built-in helper */
  provider: string | undefined
  /** Ids of the rows in the ledger (the log of AI use); empty for the built-in helper, which is not logged */
  actionIds?: readonly string[] | undefined
  values: ProposedValues
  /** True if the user has already left out parts of the text that the service wrote */
  isPart?: boolean
  /** Transcript of the recording that the text is based on, to be stored with the post */
  transcript?: string
  /** Runs when the user undoes the proposal */
  onUndone?: () => void
}

/** The ledger ids of AI responses. Responses without an id (from the built-in helper) are skipped. */
export const idsOf = (...responses: readonly ({ actionId?: string | undefined } | undefined)[]): string[] =>
  responses.flatMap((response) => response?.actionId ?? [])

/** Says that a response came from the built-in helper; empty for a response from an AI service. */
export function builtInNote(provider: string | undefined): string {
  return provider === builtInProvider ? 'From the built-in helper, no AI service used.' : ''
}

type AiProposalProps = {
  kind: PostKind
  before: PostValues
  proposal: Proposal
  /** The dialog stays open until the promise resolves. */
  onAccept: (values: ProposedValues) => Promise<void>
  onClose: () => void
}

type Part = { key: string; question: string; label: string; before: string; after: string }

/** The fields that are accepted or rejected as a whole, unlike the content, which is compared block by block */
export const wholeFields = ['title', 'excerpt', 'tags'] as const

/** Asks the editor, paragraph by paragraph, before AI text replaces text in the form. */
export function AiProposal({ kind, before, proposal, onAccept, onClose }: AiProposalProps) {
  const { values, provider } = proposal
  // Computed once: nothing changes the form behind a modal dialog.
  const [changes] = useState(() =>
    values.content === undefined ? [] : compareBlocks(readBlocks(before.content), readBlocks(values.content)),
  )
  const parts = useMemo(() => listParts(kind, before, values, changes), [kind, before, values, changes])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(parts.map(({ key }) => key)))
  const unchanged = changes.filter(({ kind }) => kind === 'same').length
  const note = builtInNote(provider)

  const { run: accept, busy } = useApiMutation(() => {
    const lines = wholeFields.filter((name) => chosen.has(name))
    const blocks = new Set([...changes.keys()].filter((index) => chosen.has(blockKey(index))))
    return onAccept({
      ...Object.fromEntries(lines.map((name) => [name, values[name]])),
      ...(blocks.size > 0 && { content: mergeChanges(changes, blocks) }),
    })
  })

  return (
    <Modal title="Replace your text?" wide onClose={onClose}>
      <p>
        These fields already have text. Choose what to replace.
        {unchanged > 0 &&
          ` ${unchanged === 1 ? 'One paragraph stays' : `${unchanged} paragraphs stay`} as is.`}
        {note && ` ${note}`}
      </p>
      {parts.length > 1 && (
        <BulkChoice
          labels={['Choose all', 'Choose none']}
          onChoose={(isAll) => setChosen(new Set(isAll ? parts.map(({ key }) => key) : []))}
        />
      )}
      <ScrollRegion label="The proposal">
        {parts.map(({ key, question, ...compared }) => (
          <div key={key} className="proposed-part">
            <ComparedField names={['Before', 'After']} {...compared} />
            {parts.length > 1 && (
              <CheckBox checked={chosen.has(key)} onChange={() => setChosen(toggled(chosen, key))}>
                {question}
              </CheckBox>
            )}
          </div>
        ))}
      </ScrollRegion>
      <div className="form-actions">
        <Button disabled={chosen.size === 0} busy={busy} onClick={() => accept()}>
          {acceptLabel(chosen.size, parts.length)}
        </Button>
        <QuietButton onClick={busy ? undefined : onClose}>Keep mine</QuietButton>
      </div>
    </Modal>
  )
}

function acceptLabel(chosen: number, all: number): string {
  if (all === 1) return 'Accept'
  return chosen === all ? 'Accept all' : `Accept ${chosen} of ${all}`
}

const blockKey = (index: number) => `content-${index}`

function listParts(
  kind: PostKind,
  before: PostValues,
  values: ProposedValues,
  changes: readonly Change[],
): Part[] {
  const lines = wholeFields
    .filter((name) => values[name] !== undefined)
    .map((name) => ({
      key: name,
      label: labelOf(name, kind),
      question: `Replace the ${labelOf(name, kind).toLowerCase()}`,
      before: textOfField(before, name),
      after: textOfField(values, name),
    }))
  const blocks = [...changes.entries()].filter(([, { kind }]) => kind !== 'same')
  return [
    ...lines,
    ...blocks.map(([index, change], number) => ({
      key: blockKey(index),
      label: `Text, part ${number + 1}`,
      question: `${verbs[change.kind]} part ${number + 1}`,
      before: 'before' in change ? change.before.text : '',
      after: 'after' in change ? change.after.text : '',
    })),
  ]
}

const verbs: Record<Change['kind'], string> = {
  same: 'Keep',
  changed: 'Replace',
  added: 'Add',
  removed: 'Remove',
}
