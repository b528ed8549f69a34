-- `file` is the path below MEDIA_ROOT, which is the folder of --files. `urls` are the addresses by which apps have kept the picture.
select id, post_id as post, image as file, created_date, json_object('original', concat('/media/', image)) as urls
from running_picture
order by id
