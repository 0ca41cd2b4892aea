import { describePrivileges } from '../../testing/privilege-matrix.ts'

describePrivileges('meetings')
