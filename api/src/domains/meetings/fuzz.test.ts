import { describeFuzz } from '../../testing/fuzz.ts'

describeFuzz('meetings')
