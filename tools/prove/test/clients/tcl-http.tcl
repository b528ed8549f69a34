# The package http of Tcl
package require http
fconfigure stdin -encoding utf-8
fconfigure stdout -buffering line
while {[gets stdin line] >= 0} {
  lassign [split $line \t] method url accept key override type body
  set headers {}
  if {$key ne "-"} {lappend headers Authorization $key}
  if {$override ne "-"} {lappend headers X-HTTP-Method-Override $override}
  if {$accept ne "-"} {lappend headers Accept $accept}
  set options [list -method $method -binary 1 -headers $headers]
  if {[string index $body 0] eq "="} {
    lappend options -query [string range $body 1 end] -type application/x-www-form-urlencoded
  } elseif {$body ne "-"} {
    lappend options -query [binary decode base64 $body] -type $type
  }
  set answer [http::geturl $url {*}$options]
  set location -
  foreach {name value} [http::meta $answer] {if {[string tolower $name] eq "location"} {set location $value}}
  puts [join [list [http::ncode $answer] $location [binary encode base64 [http::data $answer]]] \t]
  http::cleanup $answer
}
