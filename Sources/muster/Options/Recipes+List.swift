extension RecipeFile {
  /// The recipes that muster ships, as lines of a file of recipes, each below a sentence about it. Each is listed where its program exists, which
  /// is the word after `--`; the first one of several with a name counts. A line may go on in the next one.
  ///
  /// Actions have keys with alt, which type nothing: alt-k ends, alt-r restarts, alt-s stops, alt-l shows the log.
  static let shipped = #"""
    # processes, the busiest first; alt-k ends one, alt-x kills it
    procs -k PID -s -%CPU --preview 'ps -o pid,ppid,user,lstart,args -p {PID}' \
      -x 'alt-k:end=kill {PID}' -x 'alt-x:kill=kill -KILL {PID}' \
      -- ps -eo pid,ppid,user,%cpu,%mem,rss,etime,args
    # processes as a tree, each below its parent; alt-k ends one
    tree -t PPID -k PID -x 'alt-k:end=kill {PID}' -- ps -eo pid,ppid,user,%cpu,%mem,args
    # sockets by state
    sockets -g State -- ss -tan
    # sockets and their processes; alt-k ends one
    sockets -k COMMAND,PID,NODE,NAME -x 'alt-k:end=kill {PID}' -- lsof -nP -iTCP
    # ports on which programs listen; alt-k ends one
    ports -k COMMAND,PID,NAME -x 'alt-k:end=kill {PID}' -- lsof -nP -iTCP -sTCP:LISTEN
    # ports on which programs listen
    ports -k Local -- ss -tlnp
    # file systems and the room on them
    disks -- df -h
    # files and folders by size, with their part of the folder above; alt-x deletes one
    usage --once --total 1=group-share -x 'alt-x:delete=rm -r -- {2}' -- du -ah
    # disks and their partitions
    devices -- lsblk
    # services; alt-r restarts one, alt-s stops, alt-a starts, alt-l shows its log
    services -k UNIT --preview 'systemctl status --no-pager {UNIT}' \
      -x 'alt-r:restart=systemctl restart {UNIT}' -x 'alt-s:stop=systemctl stop {UNIT}' \
      -x 'alt-a:start=systemctl start {UNIT}' -x '!alt-l:log=journalctl -u {UNIT} -n 500 --no-pager | less +G' \
      -- systemctl list-units --type=service --all --no-pager --plain
    # installed packages, with a description of each
    packages --preview 'dpkg -s {Name}' -- dpkg -l
    # installed packages, with a description of each
    packages --preview 'apt show {1}' -- apt list --installed
    # installed packages, with a description of each
    packages --preview 'brew info {1}' -- brew list --versions
    # branches of this repository, the newest first; alt-c checks one out, alt-x deletes it
    branches -k branch -s -date --preview 'git log --oneline --color=always -50 {branch}' \
      -x 'alt-c:check out=git switch {branch}' -x 'alt-x:delete=git branch -d {branch}' \
      -- git -c 'alias.rows=!printf "HEAD\tbranch\tdate\tauthor\tsubject\n"; git for-each-ref refs/heads --format="%(HEAD)%09%(refname:short)%09%(committerdate:short)%09%(authorname)%09%(subject)"' rows
    # commits of this branch, with their changes; alt-c checks one out, alt-r reverts it
    commits --preview 'git show --stat -p --color=always {1}' -x 'alt-c:check out=git checkout {1}' \
      -x 'alt-r:revert=git revert --no-edit {1}' -- git log --oneline -500
    # changed files of this repository; alt-a stages one, alt-u takes it back
    changes --header none --preview 'git diff --color=always HEAD -- {2}' \
      -x 'alt-a:stage=git add -- {2}' -x 'alt-u:unstage=git restore --staged -- {2}' \
      -- git diff --name-status HEAD
    # containers and their logs; alt-s stops one, alt-r restarts it, alt-l shows its log
    containers -k 'CONTAINER ID' --preview 'docker logs --tail 100 {CONTAINER ID}' \
      -x 'alt-s:stop=docker stop {CONTAINER ID}' -x 'alt-r:restart=docker restart {CONTAINER ID}' \
      -x '!alt-l:log=docker logs --tail 1000 {CONTAINER ID} 2>&1 | less +G' -- docker ps -a
    # containers and their logs; alt-s stops one, alt-r restarts it, alt-l shows its log
    containers -k 'CONTAINER ID' --preview 'podman logs --tail 100 {CONTAINER ID}' \
      -x 'alt-s:stop=podman stop {CONTAINER ID}' -x 'alt-r:restart=podman restart {CONTAINER ID}' \
      -x '!alt-l:log=podman logs --tail 1000 {CONTAINER ID} 2>&1 | less +G' -- podman ps -a
    # images of containers; alt-x deletes one
    images -k 'IMAGE ID' -x 'alt-x:delete=docker rmi {IMAGE ID}' -- docker images
    # pods of the cluster; alt-l shows the log of one, alt-x deletes it
    pods -n 5 -k NAME --preview 'kubectl describe pod {NAME}' \
      -x 'alt-x:delete=kubectl delete pod {NAME}' -x '!alt-l:log=kubectl logs --tail 1000 {NAME} | less +G' \
      -- kubectl get pods
    # deployments of the cluster; alt-r restarts one
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
