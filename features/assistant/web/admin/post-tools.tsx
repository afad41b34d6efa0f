import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ResponseBody } from '../../../../core/contract/endpoint.ts'
import { isEnoughForExcerpt, plainTextOf } from '../../../../core/contract/excerpt.ts'
import { hasStatus } from '../../../../core/web/api-failures.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { builtInNote, idsOf } from '../../../posts/web/admin/ai-proposal.tsx'
import type { UseTool } from '../../../posts/web/admin/post-tools.ts'
import { hasText } from '../../../posts/web/editor/html-text.ts'
import {
  assistantMessages,
  defaultTopic,
  excerptGenerate,
  postGenerate,
  titleSuggest,
} from '../../contract/assistant.ts'
import { AiButton } from './ai-button.tsx'
import { askAi, explainAiFailure } from './ai-calls.ts'
import { NeedsService, showAiFailure, useAiServices } from './ai-services.tsx'
import { useDictation } from './dictation/use-dictation.tsx'
import { useWriting, WritingPanel } from './writing-panel.tsx'

const useTitle: UseTool = (form, { apply }) => {
  const [suggestions, setSuggestions] = useState<ResponseBody<typeof titleSuggest>>()

  async function suggest() {
    const { title, excerpt } = form.getValues()
    const prompt = title.trim() || excerpt.trim() || defaultTopic
    try {
      const response = await askAi(titleSuggest, { prompt })
      if (response === undefined) return
      setSuggestions(response)
      showToast({
        title: 'AI Suggestions Ready',
        description: `Generated ${response.suggestions.length} expert suggestions - click any to apply!`,
      })
    } catch (error) {
      // Only logged, because suggestions are optional and the user can continue without them.
      console.warn(`No title suggestions: ${error instanceof Error ? error.message : error}`)
    }
  }

  function applySuggestion(suggestion: string) {
    const title = form.getValues('title')
    const values = { title: suggestion }
    const from = { provider: suggestions?.provider, actionIds: idsOf(suggestions) }
    const undoApply = apply(values, { ...from, values, offered: values })
    setSuggestions(undefined)
    const undo = () => {
      undoApply()
      form.setFocus('title')
    }
    showToast({
      title: 'Applied',
      ...(title.trim() !== '' && {
        actions: [{ label: 'Undo', altText: `Write the title again: ${title}`, run: undo }],
      }),
    })
    form.setFocus('title')
  }

  const note = builtInNote(suggestions?.provider)
  return {
    button: <AiButton label="AI Suggest" busyLabel="Thinking..." run={suggest} />,
    below: suggestions && (
      <section aria-label="Suggested titles" className="suggestions">
        <ul>
          {suggestions.suggestions.map((suggestion) => (
            <li key={suggestion}>
              <button type="button" className="chip" onClick={() => applySuggestion(suggestion)}>
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
        {note && <p className="field-hint">{note}</p>}
      </section>
    ),
  }
}

const useContent: UseTool = (form, { take }) => {
  const { writing, write } = useWriting()
  const services = useAiServices()
  // `services.service` is the AI service that writes text. False while loading, so that the hint does not flash.
  const isMissing = services !== undefined && !services.service
  const hintId = useId()
  const title = useWatch({ control: form.control, name: 'title' })

  async function generate() {
    const topic = form.getValues('title').trim() || defaultTopic
    try {
      const response = await write(postGenerate, { topic })
      if (response === undefined) return
      // `actionId` is the id of this request in the ledger (the log of AI use), not a value of the post.
      const { actionId, ...values } = response
      showToast({
        title: 'AI Content Generated',
        description: 'Review and edit the generated content before publishing.',
      })
      take({ provider: undefined, actionIds: idsOf({ actionId }), values })
    } catch (error) {
      showAiFailure(assistantMessages.generateFailed, error, services)
    }
  }

  return {
    button: (
      <AiButton label="Generate AI Content" busyLabel="Generating..." run={generate} describedBy={hintId} />
    ),
    below: (
      <>
        {isMissing ? (
          <NeedsService id={hintId}>
            Generate AI Content needs an AI service, and none is connected yet.
          </NeedsService>
        ) : (
          title.trim() === '' && (
            <p className="field-hint" id={hintId}>
              AI writes about the title. Without one, it writes about “{defaultTopic}”.
            </p>
          )
        )}
        {writing && <WritingPanel writing={writing} />}
      </>
    ),
  }
}

const useExcerpt: UseTool = (form, { take }) => {
  const whyId = useId()
  const { writing, write } = useWriting()
  const hasContent = hasText(useWatch({ control: form.control, name: 'content' }))

  async function generate() {
    const content = form.getValues('content')
    if (!isEnoughForExcerpt(content))
      return showToast({ title: assistantMessages.notEnoughContent, tone: 'destructive' })
    try {
      const response = await write(excerptGenerate, { content }, plainTextOf(content))
      if (response === undefined) return
      const { excerpt, provider } = response
      showToast({ title: 'Excerpt generated!', description: builtInNote(provider) || undefined })
      take({ provider, actionIds: idsOf(response), values: { excerpt } })
    } catch (error) {
      // 400 means that the text is too short for an excerpt. The server's message says so.
      if (hasStatus(error, 400)) showToast({ title: explainAiFailure(error), tone: 'destructive' })
      else showAiFailure(assistantMessages.excerptFailed, error)
    }
  }

  return {
    button: (
      <AiButton
        label="AI Generate"
        busyLabel="Generating..."
        run={generate}
        disabled={!hasContent}
        describedBy={hasContent ? undefined : whyId}
      />
    ),
    below: (
      <>
        {writing && <WritingPanel writing={writing} />}
        {!hasContent && (
          <p className="field-hint" id={whyId}>
            Write some content first to use AI Generate.
          </p>
        )}
      </>
    ),
  }
}

export const postTools = { useTitle, useContent, useExcerpt, useEditorTools: useDictation }
