import Box from '@mui/joy/Box'
import Markdown from 'react-markdown'

/** Text written as Markdown by plugin authors. HTML in it stays text, and links leave in a window of their own. */
export function MarkdownView({ text }: { text: string }) {
  return (
    <Box sx={styles}>
      <Markdown
        components={{
          a: ({ href, children }) => (
            <a href={href} target="_blank" rel="noopener noreferrer">
              {children}
            </a>
          ),
        }}
        disallowedElements={['img']}
        unwrapDisallowed
      >
        {text}
      </Markdown>
    </Box>
  )
}

const styles = {
  fontSize: 'sm',
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
  '& h1': { fontSize: 'lg', mt: 0 },
  '& h2': { fontSize: 'md', mt: 5 },
  '& h3': { fontSize: 'sm', mt: 4 },
  '& pre': { p: 3, borderRadius: 6, overflow: 'auto', bgcolor: 'background.level1' },
  '& code': { fontSize: '0.92em', bgcolor: 'background.level1', px: 0.5, borderRadius: 3 },
  '& pre code': { p: 0, bgcolor: 'transparent' },
  '& li': { mb: 1 },
  '& a': { color: 'primary.plainColor' },
}
