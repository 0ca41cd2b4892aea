export { ManagedChannels as Component } from '../../../features/channels/components/managed-channels.tsx'
