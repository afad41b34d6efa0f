import { SmallButton, TextButton } from '../../../ui/button.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import type { LetterText, OfferedText } from './use-letter-text.ts'

type OfferedTextQuestionProps = { offered: OfferedText; letter: LetterText; onDecided: () => void }

/** Asks what to do with text from a template or an AI service, because the letter already has text. */
export function OfferedTextQuestion({ offered, letter, onDecided }: OfferedTextQuestionProps) {
  const decide = (act: (text: OfferedText) => void) => () => {
    act(offered)
    onDecided()
  }
  return (
    <section className="letter-offered" aria-label="Proposed text">
      <p role="status">
        Your email already has text. What should happen with the text from {offered.origin}?
      </p>
      <ScrollRegion label="The proposed text">
        <p className="mail-text" dir="auto">
          {offered.body}
        </p>
      </ScrollRegion>
      <div className="form-actions">
        <SmallButton onClick={decide(letter.insertBelow)}>Insert below</SmallButton>
        <SmallButton onClick={decide(letter.replace)}>Replace my text</SmallButton>
        <TextButton onClick={decide(letter.refuse)}>Keep mine</TextButton>
      </div>
    </section>
  )
}
