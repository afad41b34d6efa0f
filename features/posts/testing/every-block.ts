/** A text with each block that posts can have besides running text, in the form in which it is stored */
export const everyBlock = [
  '<p>Here is what we plan, and how to take part.</p>',
  '<h2>Annual plan</h2>',
  '<table><tbody><tr><th><p>Day</p></th><th><p>Topic</p></th><th><p>People</p></th></tr>',
  '<tr><td><p>Monday</p></td><td><p><strong>Plans</strong> and goals</p></td><td><p>12</p></td></tr>',
  '<tr><td colspan="2"><ul><li><p>Tools</p></li><li><p>Practice</p></li></ul></td><td><p></p></td></tr></tbody></table>',
  '<aside data-tone="note"><p>Bring a laptop.</p></aside>',
  '<aside data-tone="tip"><p>Come ten minutes early:</p><ul><li><p>to find a seat</p></li></ul></aside>',
  '<aside data-tone="important"><p>Doors close at 9.</p></aside>',
  '<p class="button-link"><a href="https://example.org/?a=1&amp;b=2">Save my seat</a></p>',
  '<figure class="video"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">How a training day works</a></figure>',
  '<figure class="video"><a href="https://vimeo.com/76979871/8272103f6e">What people say</a></figure>',
  '<p>See you there.</p>',
].join('')
