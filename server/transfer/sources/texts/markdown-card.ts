/** Class of an empty element with Markdown in its attribute `data-markdown`, percent-encoded */
export const markdownCard = 'import-markdown'
