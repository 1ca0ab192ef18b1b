// Rows are named by columns and handed to commands, so their API has these types.

@_exported public import ShellCommands
