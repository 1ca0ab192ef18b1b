extension RecipeFile {
  /// The recipes that muster ships, as lines of a file of recipes. Each is listed where its program exists, which
  /// is the word after `--`; the first one of several with a name counts. A line may go on in the next one.
  ///
  /// Actions have keys with alt, which type nothing: alt-k ends, alt-r restarts, alt-s stops, alt-l shows the log.
  static let shipped = #"""
    procs -k PID -s -%CPU --preview 'ps -o pid,ppid,user,lstart,args -p {PID}' \
      -x 'alt-k:end=kill {PID}' -x 'alt-x:kill=kill -KILL {PID}' \
      -- ps -eo pid,ppid,user,%cpu,%mem,rss,etime,args
    tree -t PPID -k PID -x 'alt-k:end=kill {PID}' -- ps -eo pid,ppid,user,%cpu,%mem,args
    sockets -g State -- ss -tan
    sockets -k COMMAND,PID,NODE,NAME -x 'alt-k:end=kill {PID}' -- lsof -nP -iTCP
    ports -k COMMAND,PID,NAME -x 'alt-k:end=kill {PID}' -- lsof -nP -iTCP -sTCP:LISTEN
    ports -k Local -- ss -tlnp
    disks -- df -h
    devices -- lsblk
    services -k UNIT --preview 'systemctl status --no-pager {UNIT}' \
      -x 'alt-r:restart=systemctl restart {UNIT}' -x 'alt-s:stop=systemctl stop {UNIT}' \
      -x 'alt-a:start=systemctl start {UNIT}' -x '!alt-l:log=journalctl -u {UNIT} -n 500 --no-pager | less +G' \
      -- systemctl list-units --type=service --all --no-pager --plain
    packages --preview 'dpkg -s {Name}' -- dpkg -l
    packages --preview 'apt show {1}' -- apt list --installed
    packages --preview 'brew info {1}' -- brew list --versions
    branches --header none -s -2 --preview 'git log --oneline --color=always -50 {1}' \
      -x 'alt-c:check out=git switch {1}' -x 'alt-x:delete=git branch -d {1}' \
      -- git for-each-ref refs/heads \
      '--format=%(refname:short)%09%(committerdate:short)%09%(authorname)%09%(subject)'
    commits --preview 'git show --stat -p --color=always {1}' -x 'alt-c:check out=git checkout {1}' \
      -x 'alt-r:revert=git revert --no-edit {1}' -- git log --oneline -500
    changes --header none --preview 'git diff --color=always HEAD -- {2}' \
      -x 'alt-a:stage=git add -- {2}' -x 'alt-u:unstage=git restore --staged -- {2}' \
      -- git diff --name-status HEAD
    containers -k 'CONTAINER ID' --preview 'docker logs --tail 100 {CONTAINER ID}' \
      -x 'alt-s:stop=docker stop {CONTAINER ID}' -x 'alt-r:restart=docker restart {CONTAINER ID}' \
      -x '!alt-l:log=docker logs --tail 1000 {CONTAINER ID} 2>&1 | less +G' -- docker ps -a
    containers -k 'CONTAINER ID' --preview 'podman logs --tail 100 {CONTAINER ID}' \
      -x 'alt-s:stop=podman stop {CONTAINER ID}' -x 'alt-r:restart=podman restart {CONTAINER ID}' \
      -x '!alt-l:log=podman logs --tail 1000 {CONTAINER ID} 2>&1 | less +G' -- podman ps -a
    images -k 'IMAGE ID' -x 'alt-x:delete=docker rmi {IMAGE ID}' -- docker images
    pods -n 5 -k NAME --preview 'kubectl describe pod {NAME}' \
      -x 'alt-x:delete=kubectl delete pod {NAME}' -x '!alt-l:log=kubectl logs --tail 1000 {NAME} | less +G' \
      -- kubectl get pods
    deployments -n 5 -k NAME --preview 'kubectl describe deployment {NAME}' \
      -x 'alt-r:restart=kubectl rollout restart deployment {NAME}' -- kubectl get deployments
    """#

  /// The lines of ``shipped``, joined where they go on.
  static var shippedLines: [String] {
    var lines: [String] = []
    var isOpen = false
    for part in shipped.split(separator: "\n") {
      let text = part.drop { $0 == " " }
      let goesOn = text.hasSuffix("\\")
      let content = goesOn ? text.dropLast() : text
      if isOpen { lines[lines.count - 1] += content } else { lines.append(String(content)) }
      isOpen = goesOn
    }
    return lines
  }
}
