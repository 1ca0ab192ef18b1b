import ListKit

/// What makes a server tell of changes: a trigger that sends a notification for each statement that writes.
///
/// It is offered as SQL, and never installed by the browser, which only reads.
struct PostgresTrigger {
  static let name = "listkit_notify"

  let table: PostgresTable

  /// The statements that install it, and below them those that take it away, as a comment.
  var script: String {
    """
    -- Tells lists over \(EscapedText(table.sql).text) that it has changed; a notification says nothing else.
    CREATE OR REPLACE FUNCTION \(table.schema.sqlName).\(Self.name)() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_catalog.pg_notify('listkit_' || TG_RELID::text, '');
      RETURN NULL;
    END
    $$;
    CREATE TRIGGER \(Self.name) AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(table.sql)
      FOR EACH STATEMENT EXECUTE FUNCTION \(table.schema.sqlName).\(Self.name)();

    -- To take it away again:
    -- DROP TRIGGER \(Self.name) ON \(table.sql);
    -- DROP FUNCTION \(table.schema.sqlName).\(Self.name)();
    """
  }

  /// Asks whether the table has it: a row if so.
  var isInstalled: PostgresStatement {
    PostgresStatement(
      "SELECT tgname::text FROM pg_catalog.pg_trigger WHERE tgrelid = $1::oid AND tgname = $2::name AND tgenabled <> 'D'",
      [table.identifier, Self.name])
  }
}
