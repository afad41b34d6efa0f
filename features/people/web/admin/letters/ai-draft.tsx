import { useId, useState } from 'react'
import { urlOf } from '../../../../../core/web/api.ts'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import { AiButton } from '../../../../assistant/web/admin/ai-button.tsx'
import { NeedsService, showAiFailure, useAiServices } from '../../../../assistant/web/admin/ai-services.tsx'
import { useWriting, WritingPanel } from '../../../../assistant/web/admin/writing-panel.tsx'
import { type LetterPage, letterDraft, letterLimits } from '../../../contract/letters.ts'
import type { EntryKey } from '../../../contract/people.ts'
import { fillNow, type OfferedText } from './use-letter-text.ts'

type AiDraftProps = { entry: EntryKey; page: LetterPage; onDraft: (text: OfferedText) => void }

/** Lets the connected AI service draft the letter from the person's message. */
export function AiDraft({ entry: { form, id }, page, onDraft }: AiDraftProps) {
  const [aim, setAim] = useState('')
  const { writing, write } = useWriting()
  const services = useAiServices()
  const isMissing = services !== undefined && !services.service
  const hintId = useId()

  async function draft() {
    const endpoint = { ...letterDraft, path: urlOf(letterDraft, { params: { form, id } }) }
    try {
      const drafted = await write(endpoint, { aim }, `${page.aiMaterial}\n${aim}`)
      if (drafted === undefined) return
      onDraft({ ...fillNow(drafted, page.fields), origin: 'the AI draft' })
    } catch (error) {
      showAiFailure('The draft couldn’t be written.', error, services)
    }
  }

  return (
    <div className="letter-draft">
      {!isMissing && (
        <InputField
          label="What should it say? (optional)"
          value={aim}
          maxLength={letterLimits.aim}
          dir="auto"
          onChange={(event) => setAim(event.currentTarget.value)}
        />
      )}
      <AiButton
        label="Draft with AI"
        busyLabel="Drafting..."
        run={draft}
        disabled={!services?.service}
        describedBy={isMissing ? hintId : undefined}
      />
      {isMissing && <NeedsService id={hintId}>Drafting needs an AI service.</NeedsService>}
      {writing && <WritingPanel writing={writing} />}
    </div>
  )
}
