import Box from '@mui/joy/Box'
import Card from '@mui/joy/Card'
import Skeleton from '@mui/joy/Skeleton'

/** Cards on their way. */
export const ChannelSkeletons = () => (
  <Box
    aria-hidden
    sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))' }}
  >
    {['a', 'b', 'c'].map((key) => (
      <Card key={key} sx={{ height: 168 }}>
        <Skeleton variant="text" level="title-md" width="55%" />
        <Skeleton variant="text" level="body-sm" width="35%" />
        <Skeleton variant="text" level="body-sm" width="80%" />
      </Card>
    ))}
  </Box>
)
