// What snapshots are restricted by: users of snapshots need import nothing else for it.

@_exported public import PositionSets
