import { Fact } from '../../../../core/web/ui/fact.tsx'

const examples = [
  ['A heading', '## What to try first'],
  ['Bold and italic', '**bold**, *italic*'],
  ['A list', '- bread\n- soup'],
  ['A numbered list', '1. ask\n2. check'],
  ['A link', '[our page](https://example.org)'],
  ['A quote', '> What someone said'],
  ['Code', '`a few words`'],
  ['A table', '| Day | Topic |\n| --- | --- |\n| Monday | Plans |'],
] as const

/** A short Markdown reference */
export function WritingHelp() {
  return (
    <aside className="card writing-help" aria-labelledby="writing-help">
      <h2 id="writing-help">Formatting help</h2>
      <p>Leave an empty line between paragraphs. These symbols (Markdown) do the rest:</p>
      <dl>
        {examples.map(([name, example]) => (
          <Fact key={name} name={name}>
            <code>{example}</code>
          </Fact>
        ))}
      </dl>
    </aside>
  )
}
