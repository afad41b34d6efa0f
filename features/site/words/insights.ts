import type { SiteContent } from '../../../core/contract/site.ts'

/**
 * The carousel of the home page, with six items. A quote needs a real author and a source that a reader could check;
 * an insight or a trend needs no number, so please do not invent one.
 */
export const insights: SiteContent['insights'] = {
  title: 'Worth a Minute',
  kinds: { insight: 'Insight', trend: 'Trend', quote: 'Quote' },
  list: [
    {
      id: 'one-task',
      kind: 'insight',
      author: '',
      source: '',
      title: 'Start with one task.',
      text: 'Pick something you do every week and don’t enjoy. Learn to do that with AI. Then pick the next.',
    },
    {
      // Augusta Ada Lovelace, Notes by the Translator, Note G, in: L. F. Menabrea, "Sketch of the Analytical
      // Engine", Scientific Memoirs, vol. 3 (London: Richard and John E. Taylor, 1843), p. 722.
      // Printed there as "any thing".
      id: 'lovelace',
      kind: 'quote',
      title: '',
      text: 'The Analytical Engine has no pretensions whatever to originate anything. It can do whatever we know how to order it to perform.',
      author: 'Ada Lovelace',
      source: 'Note G, 1843',
    },
    {
      id: 'tools-you-have',
      kind: 'trend',
      author: '',
      source: '',
      title: 'AI is moving into tools you already have.',
      text: 'Before you buy something new, look again at your email, your documents, and your bookkeeping.',
    },
    {
      id: 'let-it-draft',
      kind: 'insight',
      author: '',
      source: '',
      title: 'Let it draft. You decide.',
      text: 'AI can write the first version. You know the people it is for, so the last word is yours.',
    },
    {
      // A. M. Turing, "Computing Machinery and Intelligence", Mind 59, no. 236 (October 1950), p. 460:
      // the last sentence of the paper.
      id: 'turing',
      kind: 'quote',
      title: '',
      text: 'We can only see a short distance ahead, but we can see plenty there that needs to be done.',
      author: 'Alan Turing',
      source: 'Computing Machinery and Intelligence, 1950',
    },
    {
      id: 'the-question',
      kind: 'trend',
      author: '',
      source: '',
      title: 'The question is changing.',
      text: 'It used to be “Should we use AI?” Now it’s “What should never go into it?” Write your answer on one page.',
    },
  ],
}
