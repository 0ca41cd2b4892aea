// The least that a page with React and MUI is: a bar with a menu, one large picture, two dozen cards. No router, no
// data, no words of other languages.
import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import CssBaseline from '@mui/material/CssBaseline'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const { pictures } = globalThis as unknown as { pictures: string[] }
function BareStore() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const languages = ['Español', 'English', 'Português']
  return (
    <>
      <CssBaseline />
      <AppBar position="static">
        <Toolbar>
          <Typography variant="h6" sx={{ flexGrow: 1 }}>
            Bare store
          </Typography>
          <Button color="inherit" onClick={(event) => setAnchor(event.currentTarget)}>
            Language
          </Button>
          <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
            {languages.map((name) => (
              <MenuItem key={name}>{name}</MenuItem>
            ))}
          </Menu>
        </Toolbar>
      </AppBar>
      <Box component="img" src={pictures[0]} alt="" sx={{ width: 1, aspectRatio: '16 / 9', maxHeight: 480, objectFit: 'cover' }} />
      <Typography variant="h3" component="h1" sx={{ p: 3 }}>
        What is on
      </Typography>
      <Box sx={{ p: 3, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(4, 1fr)' }}>
        {Array.from({ length: 24 }, (_, index) => (
          <Card key={index}>
            <Box
              component="img"
              src={pictures[index % pictures.length]}
              alt=""
              loading="lazy"
              sx={{ width: 1, aspectRatio: '16 / 9', objectFit: 'cover' }}
            />
            <CardContent>
              <Typography variant="subtitle1">A show with a title</Typography>
              <Typography variant="body2">Tomorrow, 21:00</Typography>
            </CardContent>
          </Card>
        ))}
      </Box>
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<BareStore />)
